/**
 * The smallest phone that students use, and a laptop: whole journeys are taken on both. A taller phone shows the same with
 * more room.
 */
export const screenSizes = [
  { width: 360, height: 560 },
  { width: 1280, height: 900 },
] as const
