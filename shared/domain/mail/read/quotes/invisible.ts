/** A line without zero-width characters: joiners and the marks of writing direction (Unicode, UAX #9). */
export const withoutInvisible = (line: string): string => line.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, "");
