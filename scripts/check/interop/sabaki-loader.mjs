// Lets node load the modules of Sabaki's source, which are written for webpack and
// Electron. Packages come from the folder that NODE_PATH names, and the surroundings that
// only exist inside Electron from sabaki-stubs.js. Everything else is loaded as it is.

import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const PACKAGE = 'sabaki-package:';
const STUBS = { electron: 'electron', '@electron/remote': 'remote', '../i18n.js': 'i18n' };

let source;

/** Takes the folder of the source, which ends in a slash. */
export function initialize(folder) {
  source = pathToFileURL(folder).href;
}

export function resolve(specifier, context, next) {
  if (!context.parentURL?.startsWith(source) || isBuiltin(specifier)) return next(specifier, context);
  if (specifier in STUBS || !specifier.startsWith('.')) {
    return { url: PACKAGE + specifier, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (url.startsWith(source)) {
    const text = await readFile(fileURLToPath(url), 'utf8');
    return { format: 'module', source: text, shortCircuit: true };
  }
  if (!url.startsWith(PACKAGE)) return next(url, context);
  // Webpack offers every export of a CommonJS module by its name; node cannot find all
  // of them without running it.
  const name = url.slice(PACKAGE.length);
  const path = name in STUBS ? require.resolve('./sabaki-stubs.js') : require.resolve(name);
  const value = `createRequire(${JSON.stringify(import.meta.url)})(${JSON.stringify(path)})`;
  const of = name in STUBS ? `.${STUBS[name]}` : '';
  const found = name in STUBS ? require(path)[STUBS[name]] : require(path);
  const names = Object.keys(found).filter((key) => key !== 'default');
  const text = [
    "import { createRequire } from 'node:module';",
    `const found = ${value}${of};`,
    'export default found.__esModule ? found.default : found;',
    ...names.map((key) => `export const ${key} = found.${key};`),
  ];
  return { format: 'module', source: text.join('\n'), shortCircuit: true };
}
