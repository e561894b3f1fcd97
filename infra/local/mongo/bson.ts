/** How BSON comes in: numbers as numbers, binary data as Binary, so that a value goes out as it came. */
export const FROM_WIRE = { promoteBuffers: false, promoteLongs: true, promoteValues: true } as const;
