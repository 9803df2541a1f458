/** The smallest phone that students use, a common phone, and a laptop: whole journeys are taken on each of them. */
export const screenSizes = [
  { width: 360, height: 560 },
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const
