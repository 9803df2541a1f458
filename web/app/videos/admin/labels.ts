import type { Rendition } from '@baobab/contract/videos.ts'
import { formatMegabytes } from '../../ui/format.ts'

/** 'Preparing, 43 per cent'; without a number where the work has not begun. */
export function describeProcessing(progress: number | null): string {
  return progress === null ? 'Preparing, waiting for its turn' : `Preparing, ${progress} per cent`
}

/** '240p 4 MB, 480p 11 MB, sound 2 MB'; nothing where there are no smaller copies. */
export function describeRenditions(renditions: readonly Pick<Rendition, 'height' | 'bytes'>[]): string {
  return renditions
    .toSorted((a, b) => (a.height ?? Infinity) - (b.height ?? Infinity))
    .map(({ height, bytes }) => `${height === null ? 'sound' : `${height}p`} ${formatMegabytes(bytes)}`)
    .join(', ')
}
