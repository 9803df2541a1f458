// The contact form: checks the fields, sends the message, and says whether it was sent.
import {
  findError,
  findErrors,
  FORM_ID,
  messageFields,
  sendMessage,
  type Errors,
  type Message,
  type MessageField,
} from '../app/contact/send-message.ts'
import { text } from '../app/contact/text.ts'
import { showFirstError } from '../app/ui/show-first-error.ts'

/** Makes the form work, if the page has one. */
export function startContactForm(): void {
  const form = document.getElementById(FORM_ID)
  if (!(form instanceof HTMLFormElement)) return
  const button = form.querySelector('button')
  if (button) button.disabled = false
  let isSending = false

  for (const name of messageFields) {
    const field = fieldOf(form, name)
    field.addEventListener('blur', () => {
      // If all fields are empty, the form was just sent or is still to be filled in.
      if (messageFields.some((one) => fieldOf(form, one).value !== ''))
        showError(form, name, findError(name, field.value))
    })
    field.addEventListener('input', () => {
      showOutcome(form, 'ok', '')
      if (field.ariaInvalid === 'true') showError(form, name, findError(name, field.value))
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending) return
    void submit()
  })

  async function submit(): Promise<void> {
    if (!(form instanceof HTMLFormElement) || !button) return
    showOutcome(form, 'ok', '')
    showOutcome(form, 'bad', '')
    const values = readMessage(form)
    if (showErrors(form, findErrors(values))) return
    isSending = true
    button.ariaDisabled = 'true'
    button.textContent = text.sending
    const { kind, message, errors } = await sendMessage(values, form.dataset['offline'] ?? '')
    isSending = false
    button.ariaDisabled = null
    button.textContent = text.sendMessage
    showOutcome(form, kind === 'sent' ? 'ok' : 'bad', message)
    showErrors(form, errors)
    if (kind === 'sent') form.reset()
  }
}

function fieldOf(form: HTMLFormElement, name: MessageField): HTMLInputElement | HTMLTextAreaElement {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
}

function readMessage(form: HTMLFormElement): Message {
  const [firstName, lastName, email, message] = messageFields.map((name) => fieldOf(form, name).value)
  return { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '', message: message ?? '' }
}

/** Shows the errors under their fields, and moves the focus to the first. Returns whether there are any. */
function showErrors(form: HTMLFormElement, errors: Errors): boolean {
  for (const name of messageFields) showError(form, name, errors[name])
  showFirstError(form)
  return messageFields.some((name) => errors[name])
}

function showError(form: HTMLFormElement, name: MessageField, error: string | undefined): void {
  const field = fieldOf(form, name)
  field.ariaInvalid = error ? 'true' : null
  field.closest('.field')?.classList.toggle('field--bad', Boolean(error))
  fill(form.querySelector(`#${name}-error`), error ?? '')
}

function showOutcome(form: HTMLFormElement, kind: 'ok' | 'bad', message: string): void {
  fill(form.querySelector(`.note--${kind}[data-outcome]`), message)
}

/** Puts a text into an element that is hidden while empty. */
function fill(element: Element | null, content: string): void {
  if (!(element instanceof HTMLElement)) return
  element.hidden = content === ''
  const place = element.querySelector('span')
  if (place) place.textContent = content
}
