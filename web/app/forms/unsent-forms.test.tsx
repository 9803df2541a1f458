import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { clearStudentSession } from '../api/session.ts'
import { storeUnsentForms } from './unsent-forms.ts'
import { useApiForm } from './use-api-form.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

const schema = z.object({ school: z.string(), address: z.string(), password: z.string(), code: z.string() })
const empty = { school: '', address: '', password: '', code: '' }

function Form({ defaultValues = empty }: { defaultValues?: typeof empty }) {
  const { field } = useApiForm({ schema, defaultValues, send: async () => undefined })
  return (
    <form>
      {(['school', 'address', 'password', 'code'] as const).map((name) => {
        const { error: _, ...input } = field(name)
        return <input key={name} aria-label={name} {...input} />
      })}
    </form>
  )
}

const read = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

/** Does to a form what a page load does: it starts again. */
function reload(form = <Form />) {
  cleanup()
  render(form)
}

test('what was typed is restored after the load, once', () => {
  render(<Form />)
  type('school', 'Unity School')
  storeUnsentForms()
  reload()
  expect(read('school')).toBe('Unity School')
  expect(read('address')).toBe('')
  reload()
  expect(read('school')).toBe('')
})

test('a second load keeps what was typed before the first', () => {
  render(<Form />)
  type('school', 'Unity School')
  storeUnsentForms()
  reload()
  storeUnsentForms()
  reload()
  expect(read('school')).toBe('Unity School')
})

test('passwords and codes are not stored', () => {
  render(<Form />)
  type('password', 'Mango7tree')
  type('code', '123456')
  storeUnsentForms()
  expect(sessionStorage).toHaveLength(0)
  type('school', 'Unity School')
  storeUnsentForms()
  expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Unity School')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/Mango7tree|123456/)
})

test('nothing is put into a form on another page, or about something else', () => {
  render(<Form />)
  type('school', 'Unity School')
  storeUnsentForms()
  history.replaceState(null, '', '/student/setting')
  reload()
  expect(read('school')).toBe('')
  history.replaceState(null, '', '/')
  reload(<Form defaultValues={{ ...empty, school: 'Hill School' }} />)
  expect(read('school')).toBe('Hill School')
})

test('a form that was closed is not stored, and logging out deletes what was', () => {
  render(<Form />)
  type('school', 'Unity School')
  cleanup()
  storeUnsentForms()
  expect(sessionStorage).toHaveLength(0)
  render(<Form />)
  type('school', 'Unity School')
  storeUnsentForms()
  clearStudentSession()
  reload()
  expect(read('school')).toBe('')
})
