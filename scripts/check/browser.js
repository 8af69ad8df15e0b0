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

/**
 * Opens an empty page that collects its faults: errors, messages, dialogs, and requests for
 * addresses that `permits` refuses.
 */
async function newPage(browser, permits) {
  const page = await browser.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
  page.on('console', (message) => page.faults.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!permits(request.url())) page.faults.push(`request: ${request.url()}`);
  });
  return page;
}

module.exports = { launch, newPage };
