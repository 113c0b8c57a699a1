// What @vercel/og does: satori lays out, resvg paints. "whole" embeds the photo as it is, "small" resizes it first (sharp).
import { folder, option, read, require, stand, words } from './stage.mjs';

const satori = require('satori').default;
const { Resvg } = require('@resvg/resvg-js');
const sharp = require('sharp');
sharp.concurrency(1);
sharp.cache(false);
const photo = read('photo.jpg');
const logo = `data:image/png;base64,${read('logo.png').toString('base64')}`;
const fonts = [
  { name: 'Rival', data: read('regular.ttf'), weight: 400 },
  { name: 'Rival', data: read('bold.ttf'), weight: 700 },
];
const box = (style, children) => ({ type: 'div', props: { style: { display: 'flex', ...style }, children } });
const image = (style, src, width, height) => ({ type: 'img', props: { style, src, width, height } });

await stand(async (width, height) => {
  const share = (part) => Math.round(part * width);
  const small = option === 'small';
  const bytes = small ? await sharp(photo).resize(width, height, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer() : photo;
  const whole = { position: 'absolute', left: 0, top: 0, width, height };
  const tree = box({ width, height, position: 'relative', fontFamily: 'Rival', color: 'white' }, [
    image({ ...whole, objectFit: 'cover' }, `data:image/jpeg;base64,${bytes.toString('base64')}`, width, height),
    box({ ...whole, backgroundImage: 'linear-gradient(90deg, rgba(0,0,0,.78), rgba(0,0,0,.2))' }, ''),
    image({ position: 'absolute', right: share(0.05), top: share(0.05) }, logo, share(0.17), share(0.051)),
    box({ position: 'absolute', left: share(0.05), top: Math.round(0.36 * height), width: share(0.8), flexDirection: 'column' }, [
      box({ fontSize: share(0.042), fontWeight: 700, lineHeight: 1.15 }, words.headline),
      box({ fontSize: share(0.019), marginTop: share(0.019), color: '#e8e8e8' }, words.subhead),
      box({
        marginTop: share(0.038), width: share(0.18), height: share(0.042), borderRadius: share(0.0105), backgroundColor: '#ffc400',
        color: '#14203c', fontSize: share(0.02), fontWeight: 700, alignItems: 'center', justifyContent: 'center',
      }, words.button),
    ]),
  ]);
  const svg = await satori(tree, { width, height, fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
});
