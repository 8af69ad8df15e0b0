// Starts a headless browser for the scripts that open pages.
'use strict';

const puppeteer = require('puppeteer-core');

/** Starts Chromium. */
const launch = (chromium) =>
  puppeteer.launch({
    executablePath: chromium,
    // Chromium refuses its sandbox to root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

module.exports = { launch };
