/** Sizes of disks: 0.4 GB, 12 GB, 1.8 TB; below a tenth of a gigabyte whole megabytes. */
export function gigabytes(bytes: number): string {
  const gb = bytes / 1e9
  if (gb >= 1_000) return `${tenths(gb / 1_000)} TB`
  if (gb >= 0.1) return `${gb >= 10 ? Math.round(gb) : tenths(gb)} GB`
  return `${Math.ceil(bytes / 1e6)} MB`
}

const tenths = (value: number) => Math.round(value * 10) / 10
