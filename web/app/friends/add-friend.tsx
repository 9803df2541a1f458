import { listFriends, requestFriend } from '@baobab/contract/friends/endpoints.ts'
import { findFriendCode, formatFriendCode } from '@baobab/contract/friends/rules.ts'
import { friendsText } from '@baobab/contract/friends/text.ts'
import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { useFirstError } from '../ui/use-first-error.ts'
import { text } from './text.ts'

/** A field for a friend's code. A link with a code in its fragment fills it in, so that the code is in no server's log. */
export function AddFriend() {
  const { hash } = useLocation()
  const fromLink = findFriendCode(hash)
  const [typed, setTyped] = useState(fromLink ? formatFriendCode(fromLink) : '')
  const [error, setError] = useState<string>()
  const showFirstError = useFirstError()
  const sending = useApiMutation(requestFriend, { changes: [listFriends] })

  async function send(code: string) {
    try {
      const { message } = await sending.mutateAsync({ body: { code } })
      setTyped('')
      toast(message)
    } catch (failure) {
      setError(errorMessage(failure, text.addFailed))
    }
  }
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = findFriendCode(typed)
    setError(code ? undefined : friendsText.codeMissing)
    if (code) void send(code)
    else showFirstError(event.currentTarget)
  }

  return (
    <Card className="stack stack-3" aria-labelledby="add-friend">
      <h2 className="card__h" id="add-friend">
        {text.addTitle}
      </h2>
      <form className="stack stack-3" onSubmit={handleSubmit} noValidate>
        <TextField
          label={text.codeLabel}
          hint={text.codeHint}
          error={error}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
        <div className="row">
          <Button type="submit" busyLabel={sending.isPending && text.adding}>
            {text.add}
          </Button>
          <Scan
            onFound={(code) => {
              setTyped(formatFriendCode(code))
              setError(undefined)
            }}
            onMissing={() => setError(text.noCodeInPicture)}
          />
        </div>
      </form>
    </Card>
  )
}

type Detector = { detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** The browser's own barcode reader, which Chrome on Android has. Elsewhere students type, or scan with the phone's camera app. */
function findDetector(): DetectorClass | undefined {
  return 'BarcodeDetector' in globalThis ? (Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass) : undefined
}

type ScanProps = { onFound: (code: string) => void; onMissing: () => void }

/** Reads a code from a picture that the student takes. The picture stays on the phone. */
function Scan({ onFound, onMissing }: ScanProps) {
  const [isReading, setReading] = useState(false)
  const Detector = findDetector()
  if (!Detector) return null

  async function read(file: File) {
    if (!Detector) return
    setReading(true)
    try {
      const found = await new Detector({ formats: ['qr_code'] }).detect(await createImageBitmap(file))
      const code = found.map(({ rawValue }) => findFriendCode(rawValue)).find(Boolean)
      if (code) onFound(code)
      else onMissing()
    } catch {
      onMissing()
    } finally {
      setReading(false)
    }
  }
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) void read(file)
    // The same picture may be chosen again.
    target.value = ''
  }

  return (
    <label className={buttonClass({ kind: 'line' })}>
      <input className="sr" type="file" accept="image/*" capture="environment" onChange={handleChange} />
      {isReading ? text.scanning : text.scan}
    </label>
  )
}
