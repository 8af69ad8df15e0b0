// Stands in for the parts of Electron around Sabaki's modules: windows, menus and
// translations, which have no part in driving an engine.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** The settings, which come from Sabaki's own defaults once they are loaded. */
const setting = { get: () => undefined };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ponnuki-sabaki-'));
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const electron = {
  app: { name: 'Sabaki', getPath: () => folder, getVersion: () => '' },
  BrowserWindow: { getAllWindows: () => [] },
  ipcMain: null,
  ipcRenderer: { on() {} },
};

const remote = { require: () => setting };

/** Leaves every text untranslated. */
const i18n = {
  context:
    () =>
    (text, params = {}) =>
      typeof text === 'function' ? text(params) : text,
};

module.exports = { electron, remote, i18n, setting };
