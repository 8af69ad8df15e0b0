import init from './wasm/ponnuki.js';

await init();

export * from './api.js';
