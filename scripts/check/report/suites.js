// Uses the controls of a page of regression tests as a person does.
'use strict';

const assert = require('node:assert');

const { lookAround } = require('./views.js');

/** Returns the verdicts of the visible tests, in the order of the page. */
function visible(page) {
  return page.$$eval('.card:not([hidden])', (tests) => tests.map((test) => test.dataset.verdict));
}

/** Chooses tests by verdict and by suite, and looks at the page on all screens. */
async function checkSuites(page, path) {
  const all = await visible(page);
  const order = ['fail', 'unexpected pass', 'known fail', 'pass', 'not judged'];
  const sorted = [...all].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  assert.deepStrictEqual(all, sorted, 'failed tests first');
  const verdicts = await page.$$eval('#verdict option', (options) => options.map((option) => option.value));
  assert.deepStrictEqual(
    verdicts.filter(Boolean),
    order.filter((verdict) => all.includes(verdict)),
  );
  for (const verdict of verdicts.filter(Boolean)) {
    await page.select('#verdict', verdict);
    const expected = all.filter((other) => other === verdict);
    assert.deepStrictEqual(await visible(page), expected, verdict);
    const count = await page.$eval('#count', (output) => output.textContent);
    assert.strictEqual(count, `${expected.length} of ${all.length}`);
  }
  await page.select('#verdict', '');
  const rows = await page.$$('#suites a');
  let sum = 0;
  for (const row of rows) {
    const tests = await row.evaluate((link) => Number(link.closest('tr').children[1].textContent));
    await row.evaluate((link) => link.click());
    if (rows.length > 1) assert.strictEqual((await visible(page)).length, tests, 'tests of a suite');
    sum += tests;
  }
  assert.strictEqual(sum, all.length);
  if (rows.length > 1) await page.select('#suite', '');
  assert.strictEqual((await visible(page)).length, all.length);
  await lookAround(page, path);
  return all.length;
}

module.exports = { checkSuites };
