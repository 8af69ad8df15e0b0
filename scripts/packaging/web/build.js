// Writes the page as one file that needs no other one, from the parts beside this script,
// the style sheet of our other pages and the compressed module of the engine.
//
//   node build.js STYLE GLUE WASM.GZ OUTPUT
'use strict';

const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** The modules of the page, each after those that it imports. */
const MODULES = ['engine.js', 'board.js', 'game.js', 'review.js', 'course.js', 'main.js'];

const part = (name) => readFileSync(join(__dirname, name), 'utf8');

/** Returns a module as a member of `modules`, since a page from a disk may import nothing. */
function joined(name) {
  const names = [];
  const body = part(name)
    .replace(/^import (?:\* as )?(.+) from '(.+)';$/gm, "const $1 = modules['$2'];")
    .replace(/^export ((?:async )?\w+ (\w+))/gm, (_, declaration, exported) => {
      names.push(exported);
      return declaration;
    });
  return `modules['./${name}'] = (() => {\n${body}\nreturn { ${names.join(', ')} };\n})();\n`;
}

function main([style, glue, wasm, output]) {
  const css = readFileSync(style, 'utf8') + part('style.css');
  const script = `'use strict';\nconst modules = {};\n${MODULES.map(joined).join('')}`;
  const parts = {
    STYLE: css,
    WASM: readFileSync(wasm).toString('base64'),
    WORKER: `${readFileSync(glue, 'utf8')}\n${part('worker.js')}`,
    SCRIPT: script,
  };
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src 'wasm-unsafe-eval' ${hash(script)}`,
    `style-src ${hash(css)}`,
    'img-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = part('index.html').replace(
    /POLICY|STYLE|WASM|WORKER|SCRIPT/g,
    (name) => ({ ...parts, POLICY: policy })[name],
  );
  writeFileSync(output, page);
}

main(process.argv.slice(2));
