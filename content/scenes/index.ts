import type { Video } from '../video.ts'
import { danfoVideo } from './danfo/video.ts'
import { danladiVideo } from './danladi/video.ts'
import { ijapaVideo } from './ijapa/video.ts'
import { lanternVideo } from './lantern/video.ts'
import { wellVideo } from './well/video.ts'

/** The starter videos in list order. */
export const videos: readonly Video[] = [ijapaVideo, danfoVideo, lanternVideo, wellVideo, danladiVideo]
