// Chromium with one page kept open: load the banner as HTML, take a screenshot. CPU is that of all its processes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { folder, require, stand, words } from './stage.mjs';

const { chromium } = require('playwright-core');
const executablePath = execFileSync('which', ['chromium']).toString().trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'] });
const page = await (await browser.newContext()).newPage();
const ticks = 1000 / +execFileSync('getconf', ['CLK_TCK']);

function family(id) {
  try {
    const children = fs.readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(/\s+/).filter(Boolean);
    return [id, ...children.flatMap(family)];
  } catch { return []; }
}

function cpu() {
  let sum = 0;
  for (const id of family(process.pid)) {
    try {
      const fields = fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').pop().split(' ');
      sum += (+fields[11] + +fields[12] + +fields[13] + +fields[14]) * ticks;
    } catch { /* it ended meanwhile */ }
  }
  return sum;
}

const address = (file) => pathToFileURL(path.resolve(folder, file)).href;

await stand(async (width, height) => {
  const html = `<style>
    @font-face { font-family: Rival; src: url(${address('regular.ttf')}); font-weight: 400 }
    @font-face { font-family: Rival; src: url(${address('bold.ttf')}); font-weight: 700 }
    * { margin: 0 } body { width: ${width}px; height: ${height}px; position: relative; overflow: hidden; font-family: Rival; color: #fff }
    </style><img src="${address('photo.jpg')}" style="position:absolute;width:100%;height:100%;object-fit:cover">
    <div style="position:absolute;inset:0;background:linear-gradient(90deg,rgba(0,0,0,.78),rgba(0,0,0,.2))"></div>
    <img src="${address('logo.png')}" style="position:absolute;right:5vw;top:5vw;width:17vw">
    <div style="position:absolute;left:5vw;top:36%;width:80%">
    <div style="font-size:4.2vw;font-weight:700;line-height:1.15">${words.headline}</div>
    <div style="font-size:1.9vw;margin-top:1.9vw;color:#e8e8e8">${words.subhead}</div>
    <div style="font-size:2vw;margin-top:3.8vw;width:18vw;line-height:4.2vw;border-radius:1vw;text-align:center;background:#ffc400;
    color:#14203c;font-weight:700">${words.button}</div></div>`;
  const file = path.resolve(folder, `page-${width}.html`);
  fs.writeFileSync(file, html);
  await page.setViewportSize({ width, height });
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
  return page.screenshot({ type: 'png' });
}, cpu);
await browser.close();
