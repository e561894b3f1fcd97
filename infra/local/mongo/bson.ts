/** Options for reading BSON: numbers as numbers, binary data as Binary, so that a value is returned as it was stored. */
export const FROM_WIRE = { promoteBuffers: false, promoteLongs: true, promoteValues: true } as const;
