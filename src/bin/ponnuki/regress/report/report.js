// Selects the tests of the page by verdict and suite.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const tests = [...document.querySelectorAll(".test")];
  const chosen = (id) => byId(id)?.value ?? "";

  function select() {
    const [verdict, suite] = [chosen("verdict"), chosen("suite")];
    let shown = 0;
    for (const test of tests) {
      const { dataset } = test;
      test.hidden = (verdict !== "" && dataset.verdict !== verdict) || (suite !== "" && dataset.suite !== suite);
      if (!test.hidden) shown += 1;
    }
    byId("count").textContent = `${shown} of ${tests.length}`;
  }

  for (const id of ["verdict", "suite"]) byId(id)?.addEventListener("change", select);
  for (const link of document.querySelectorAll("a[data-suite]")) {
    link.addEventListener("click", () => {
      if (byId("suite")) byId("suite").value = link.dataset.suite;
      select();
    });
  }
  select();
})();
