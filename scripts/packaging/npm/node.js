import { readFileSync } from 'node:fs';
import { initSync } from './wasm/ponnuki.js';

initSync({ module: readFileSync(new URL('./wasm/ponnuki_bg.wasm', import.meta.url)) });

export * from './api.js';
