/** A property of a list, with its type: 0x1e a string, 0x1f a UTF-16 one, 0x102 octets, 3 a number. */
export type Property = readonly [id: number, type: number, value: string | Buffer | number];

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A list of properties as [MS-OXTNEF] 2.1.3.4 writes it. */
export const properties = (list: readonly Property[]): Buffer => {
  const values = list.map(([id, type, value]) => {
    const tag = u32(id * 0x10000 + type);
    if (typeof value === "number") return Buffer.concat([tag, u32(value)]);
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(`${value}\0`, type === 0x1f ? "utf16le" : "latin1");
    return Buffer.concat([tag, u32(1), u32(bytes.length), padded(bytes)]);
  });
  return Buffer.concat([u32(list.length), ...values]);
};

/** A TNEF stream of attributes: a level, an id, the data. */
export const tnefStream = (attributes: readonly (readonly [level: number, id: number, data: Buffer])[]): Buffer => {
  const parts = attributes.map(([level, id, data]) =>
    Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, Buffer.alloc(2)]),
  );
  return Buffer.concat([u32(0x223e9f78), Buffer.alloc(2), ...parts]);
};

/** The attributes of an attachment. */
export const attached = (title: string, data: Buffer, list: readonly Property[] = []): (readonly [number, number, Buffer])[] => [
  [2, 0x69002, Buffer.alloc(14)],
  [2, 0x18010, Buffer.from(`${title}\0`, "latin1")],
  [2, 0x6800f, data],
  ...(list.length > 0 ? [[2, 0x69005, properties(list)] as const] : []),
];
