// sharp with the words as one SVG laid over the photo; the option is the PNG level.
import { option, read, require, stand, words } from './stage.mjs';

const sharp = require('sharp');
sharp.concurrency(1);
sharp.cache(false);
const photo = read('photo.jpg'), logoFile = read('logo.png');

await stand(async (width, height) => {
  const pad = Math.round(0.05 * width), size = Math.round(0.042 * width), small = Math.round(0.019 * width);
  const across = 0.18 * width, down = 0.042 * width;
  let y = 0.36 * height + size, drawn = '';
  for (const line of words.lines) {
    drawn += `<text x="${pad}" y="${y}" font-size="${size}" font-weight="700" fill="#fff">${line}</text>`;
    y += 1.15 * size;
  }
  drawn += `<text x="${pad}" y="${y}" font-size="${small}" fill="#e8e8e8">${words.subhead}</text>`;
  y += 2 * small;
  drawn += `<rect x="${pad}" y="${y}" width="${across}" height="${down}" rx="${down / 4}" fill="#ffc400"/>`;
  drawn += `<text x="${pad + across / 2}" y="${y + 0.65 * down}" text-anchor="middle" font-size="${Math.round(0.02 * width)}"
    font-weight="700" fill="#14203c">${words.button}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Rival"><defs>
    <linearGradient id="g"><stop offset="0" stop-opacity=".78"/><stop offset="1" stop-opacity=".2"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${drawn}</svg>`;
  const wide = Math.round(0.17 * width);
  const logo = await sharp(logoFile).resize(wide).toBuffer();
  return sharp(photo).resize(width, height, { fit: 'cover' })
    .composite([{ input: Buffer.from(svg) }, { input: logo, left: width - pad - wide, top: pad }])
    .removeAlpha().png({ compressionLevel: +option }).toBuffer();
});
