// When a new version of the app forces a page load, stores what was typed into open forms, and restores it when the same form is open
// again.
import { useEffect } from 'react'
import { tabStorage, UNSENT_FORMS_KEY } from '../browser/storage.ts'

/** `was` is the field's value when the form was opened: a form about something else starts with a different one. */
type Field = { was?: unknown; typed: unknown }
type Fields = Record<string, Field>
type Stored = Partial<Record<string, Fields>>

/** Passwords, codes and bank accounts are never stored. */
const secretName = /password|code|token|secret|account/i

/** Functions that return each open form's key and changed fields. */
const openForms = new Set<() => readonly [key: string, changed: Fields]>()

/** Stores the changed fields of all open forms, until the tab is closed or somebody logs in or out. */
export function storeUnsentForms(): void {
  const changed = [...openForms].map((read) => read()).filter(([, fields]) => Object.keys(fields).length > 0)
  if (changed.length > 0) write({ ...readStored(), ...Object.fromEntries(changed) })
}

/** What a form needs in order to be stored. Forms of the library have it too. */
type StorableForm = {
  getValues(this: void): Record<string, unknown>
  setValue(this: void, name: string, value: unknown, options: { shouldDirty: true }): void
}

/** Registers a form for storage, and restores what was typed into it before the page was loaded. */
export function useUnsentForm({ getValues, setValue }: StorableForm): void {
  useEffect(() => {
    const initial = { ...getValues() }
    const key = `${location.pathname}${location.search} ${Object.keys(initial).join()}`
    const { [key]: unsent, ...others } = readStored()
    if (unsent) write(others)
    for (const [name, { was, typed }] of Object.entries(unsent ?? {}))
      if (isEqual(was, initial[name])) setValue(name, typed, { shouldDirty: true })

    const read = () => [key, findChanged(initial, getValues())] as const
    openForms.add(read)
    return () => void openForms.delete(read)
  }, [getValues, setValue])
}

function findChanged(initial: Record<string, unknown>, now: Record<string, unknown>): Fields {
  const isChanged = ([name, value]: [string, unknown]) =>
    !secretName.test(name) && isStorable(value) && !isEqual(value, initial[name])
  const changed = Object.entries(now).filter(isChanged)
  return Object.fromEntries(changed.map(([name, typed]) => [name, { was: initial[name], typed }]))
}

/** Whether a value can be stored; a chosen file cannot. */
function isStorable(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isStorable) : ['string', 'number', 'boolean'].includes(typeof value)
}

const isEqual = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two)

function readStored(): Stored {
  try {
    return JSON.parse(tabStorage.getItem(UNSENT_FORMS_KEY) ?? '{}') as Stored
  } catch {
    return {}
  }
}

function write(stored: Stored): void {
  tabStorage.setItem(UNSENT_FORMS_KEY, JSON.stringify(stored))
}
