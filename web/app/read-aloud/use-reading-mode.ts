import { changeReadingSetting, readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'
import { toast } from '../ui/toast.tsx'

/** Holds 'on' or 'off' and the student who chose it on this phone, because families share phones. */
const KEY = 'readToMe'
const listeners = new Set<() => void>()

function store(value: string | null) {
  if (value === null) phoneStorage.removeItem(KEY)
  else phoneStorage.setItem(KEY, value)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether videos and quizzes are read to this student: the account's setting, unless it was turned on or off on this phone. `toggle` turns it
 * on for the account too, because quizzes then need more time; turned off, it is only quiet here, and the account keeps the time.
 */
export function useReadingMode() {
  const session = useStudentSession()
  const profile = useQuery({
    ...apiQuery(readStudentProfile, { params: { username: session?.username ?? '' } }),
    enabled: session !== undefined,
  })
  const change = useApiMutation(changeReadingSetting, { changes: [readStudentProfile] })
  const stored = useSyncExternalStore(
    subscribe,
    () => phoneStorage.getItem(KEY),
    () => null,
  )
  const isInAccount = change.isPending ? change.variables.body.wantsReading : profile.data?.data.wantsReading
  const toStored = (value: 'on' | 'off') => `${value} ${session?.studentId}`
  const isOn = stored === toStored('on') || (stored !== toStored('off') && isInAccount === true)

  function save(wantsReading: boolean) {
    change.mutate({ body: { wantsReading } }, { onError: (error) => toast(errorMessage(error), { kind: 'bad' }) })
  }

  return {
    isOffered: session !== undefined,
    isOn,
    toggle: () => {
      store(toStored(isOn ? 'off' : 'on'))
      if (!isOn && isInAccount !== true) save(true)
    },
    /** The account's setting; undefined until it has loaded. */
    isInAccount,
    isSaving: change.isPending,
    changeAccount: (wantsReading: boolean) => {
      store(null)
      save(wantsReading)
    },
  }
}
