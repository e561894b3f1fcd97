import { inflateSync } from "node:zlib";

/** A picture: four octets a pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const paeth = (a: number, b: number, c: number): number => {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

/** Reads a PNG of 8 bits a channel, RGB or RGBA, not interlaced (PNG specification, 3rd edition, 9), as Chromium writes screenshots. */
export const readPng = (file: Buffer): Picture => {
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const [width, height, channels] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25] === 6 ? 4 : 3];
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (rows[y * stride + x - channels] ?? 0);
      const up = y === 0 ? 0 : (rows[(y - 1) * stride + x] ?? 0);
      const corner = y === 0 || x < channels ? 0 : (rows[(y - 1) * stride + x - channels] ?? 0);
      const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[y * stride + x] = ((raw[y * (stride + 1) + 1 + x] ?? 0) + add) & 255;
    }
  }
  return { width, height, pixels: rows };
};
