// Admin actions on many students.
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { TAKE_BACK_SECONDS } from '@baobab/contract/notifications/text.ts'
import { EXTRA_TIME_FACTORS } from '@baobab/contract/quiz/rules.ts'
import { z } from 'zod'
import { sendToStudent } from '../notifications/admin/send-notification.ts'
import { clearStudent, holdStudent } from '../fair-play/admin/decide.ts'
import { readExtraTime, setExtraTime } from '../students/set-extra-time.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

const factor = z.literal(EXTRA_TIME_FACTORS)
const ExtraTimeChange = z.object({ from: factor, to: factor })

export const studentActions: BulkActions<`students.${'notify' | 'hold' | 'release' | 'extra-time'}`> = {
  'students.notify': {
    waitSeconds: TAKE_BACK_SECONDS,
    run: async (app, who, { target: { name: username }, options }) => {
      await sendToStudent(app, who, { username, ...options })
    },
  },
  'students.hold': {
    needsReauthentication: true,
    run: (app, who, { target: { name: username }, options }) =>
      holdStudent(app, who, { username, ...options }, { cannotWait: true }),
  },
  'students.release': {
    needsReauthentication: true,
    run: (app, who, { target }) => clearStudent(app, who, target.name, { cannotWait: true }),
  },
  'students.extra-time': {
    run: async (app, who, { target: { id, name: username }, options }) => {
      const from = await readExtraTime(app, id)
      await setExtraTime(app, who, { username, ...options })
      return { from, to: options.factor }
    },
    undo: async (app, who, { target: { id, name: username }, before }) => {
      const { from, to } = ExtraTimeChange.parse(before)
      if ((await readExtraTime(app, id)) !== to) fail('cannot_undo', { message: bulkText.changedSince })
      await setExtraTime(app, who, { username, factor: from })
    },
  },
}
