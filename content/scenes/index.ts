import type { Video } from '../video.ts'
import { bakeryVideo } from './bakery/video.ts'
import { clothVideo } from './cloth/video.ts'
import { creekVideo } from './creek/video.ts'
import { danfoVideo } from './danfo/video.ts'
import { danladiVideo } from './danladi/video.ts'
import { eggsVideo } from './eggs/video.ts'
import { ijapaVideo } from './ijapa/video.ts'
import { kiteVideo } from './kite/video.ts'
import { lanternVideo } from './lantern/video.ts'
import { matchVideo } from './match/video.ts'
import { thanksVideo } from './thanks/video.ts'
import { wellVideo } from './well/video.ts'

/** The starter videos in list order. */
export const videos: readonly Video[] = [
  ijapaVideo,
  danfoVideo,
  lanternVideo,
  wellVideo,
  danladiVideo,
  matchVideo,
  creekVideo,
  eggsVideo,
  bakeryVideo,
  kiteVideo,
  clothVideo,
  thanksVideo,
]
