import { findDigits, toAsciiDigits, type FindCode } from '@baobab/contract/accounts/codes.ts'
import { useEffect, useRef, useState, type ChangeEvent, type ClipboardEvent, type ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from '../ui/fields.tsx'
import { formsText } from './text.ts'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** Finds the code in a pasted text. By default it looks for six digits, and the field then accepts only digits. */
    find?: FindCode
    /** Takes the focus when the page or step opens. */
    'data-first'?: boolean | undefined
  }

/** A field for a code, which extracts it from whatever is pasted and says what it took. A single input, so that a phone can fill it in. */
export function CodeField({ label, hint, error, find = findDigits, ...input }: Props) {
  const hasDigits = find === findDigits
  const field = useField({ id: input.id, hint, error })
  const { id } = field.control
  const { notice, handlePaste, handleChange } = useFoundCode(find)
  const isFirst = input['data-first']
  useEffect(() => {
    if (isFirst) document.getElementById(id)?.focus()
  }, [isFirst, id])
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <input
        className={hasDigits ? 'input input--code' : 'input'}
        inputMode={hasDigits ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        {...field.control}
        type="text"
        onPaste={handlePaste}
        onChange={(event) => {
          handleChange(event)
          input.onChange?.(event)
        }}
      />
      <p className="hint" role="status">
        {notice}
      </p>
    </FieldFrame>
  )
}

/** Reduces what is put into an input to the code in it. `notice` says what was taken. */
function useFoundCode(find: FindCode) {
  const hasDigits = find === findDigits
  const before = useRef('')
  const [notice, setNotice] = useState('')

  /** Returns the code in a pasted text, and tells the user which one it is. */
  function take(pasted: string): string | undefined {
    const code = find(pasted)
    setNotice(code ? formsText.codeTaken(code) : hasDigits ? formsText.noDigits : formsText.noCode)
    return code
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const code = take(event.clipboardData.getData('text'))
    if (code === undefined && !hasDigits) return
    event.preventDefault()
    if (code === undefined) return
    const element = event.currentTarget
    before.current = code
    // Does not set `value`, because React would not notice the change.
    element.setRangeText(code, 0, element.value.length, 'end')
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** A keyboard's suggestion or a dropped text arrives as one change of many characters, next to what was typed. */
  function handleChange({ currentTarget: element, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { value } = element
    if (value === before.current) return
    const isTyped = value.length <= before.current.length + 1
    const inserted = nativeEvent instanceof InputEvent ? nativeEvent.data : null
    if (isTyped || /^\p{Nd}{0,5}$/u.test(value)) setNotice('')
    else element.value = take(inserted && find(inserted) ? inserted : value) ?? (hasDigits ? before.current : value)
    if (hasDigits) element.value = toAsciiDigits(element.value).replace(/\D/g, '').slice(0, 6)
    before.current = element.value
  }

  return { notice, handlePaste, handleChange }
}
