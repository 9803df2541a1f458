/** Something that the palette can open. */
export type PaletteItem = { id: string; to: string; label: string; detail?: string }
