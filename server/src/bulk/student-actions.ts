// What admins do with many students.
import { EXTRA_TIME_FACTORS } from '@baobab/contract/limits.ts'
import { z } from 'zod'
import { sendToStudent } from '../notifications/admin/send-notification.ts'
import { clearStudent, holdStudent } from '../fair-play/admin/decide.ts'
import { readExtraTime, setExtraTime } from '../students/set-extra-time.ts'
import type { BulkActions } from './action.ts'

const ExtraTimeBefore = z.literal(EXTRA_TIME_FACTORS)

export const studentActions: BulkActions<`students.${'notify' | 'hold' | 'release' | 'extra-time'}`> = {
  'students.notify': {
    run: async (app, who, { target: { name: username }, options }) => {
      await sendToStudent(app, who, { username, ...options })
    },
  },
  'students.hold': {
    run: (app, who, { target: { name: username }, options }) => holdStudent(app, who, { username, ...options }),
  },
  'students.release': { run: (app, who, { target }) => clearStudent(app, who, target.name) },
  'students.extra-time': {
    run: async (app, who, { target: { id, name: username }, options }) => {
      const before = await readExtraTime(app, id)
      await setExtraTime(app, who, { username, ...options })
      return before
    },
    undo: (app, who, { target: { name: username }, before }) =>
      setExtraTime(app, who, { username, factor: ExtraTimeBefore.parse(before) }),
  },
}
