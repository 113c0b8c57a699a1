// The line protocol of a rival in Node (see stage.py): lines "WIDTH HEIGHT [FILE]" in, a line of JSON out for each.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

export const [folder, modules, option] = process.argv.slice(2);
export const require = createRequire(path.join(modules, 'package.json'));
export const read = (file) => fs.readFileSync(path.join(folder, file));
export const words = JSON.parse(fs.readFileSync(new URL('banner.json', import.meta.url)));

const own = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e3; };

export async function stand(render, cpu = own) {
  console.log('ready');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [width, height, file] = line.split(' ');
    const wall = performance.now(), before = cpu();
    const png = await render(+width, +height);
    const answer = { cpu: cpu() - before, wall: performance.now() - wall, bytes: png.length };
    if (file) fs.writeFileSync(file, png);
    console.log(JSON.stringify(answer));
  }
}
