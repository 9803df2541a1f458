import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { checkDraw, type DrawCheck, type DrawFiles } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { readTold, type Told } from '@baobab/contract/scholarship/draw/rules.ts'
import { commitmentTo } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Link, useLocation, useParams, useSearchParams, type ClientLoaderFunctionArgs } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { useFirstError } from '../ui/use-first-error.ts'
import { CheckOutcome, noTimes, type Times } from './check-outcome.tsx'
import { requireMonth, toDrawRequest } from './draw-request.ts'
import { Hash } from './hash-seal.tsx'
import { downloadFiles, readSavedFiles, UnreadableFileError } from './load-files.ts'
import { text } from './text.ts'

export function clientLoader({ params }: ClientLoaderFunctionArgs) {
  requireMonth(params['month'])
  return null
}

export const meta = ({ params }: { params: { month?: string } }) =>
  pageMeta(text.checkTitle(monthName(params.month ?? '')), text.checkLead)

type Outcome = { check: DrawCheck; times: Times } | { failure: string; help?: string }

/** Where a check's files come from: the server, or the visitor's saved files. */
type Source = 'server' | readonly File[]

/** `told` is what the visitor's own message says. */
type Chosen = { source: Source; told: Told | undefined }

const published: Chosen = { source: 'server', told: undefined }

type Request = Chosen & { month: string; version: number | undefined }

function load({ month, version, source, told }: Request): Promise<DrawFiles> {
  return source === 'server' ? downloadFiles({ month, version }, told) : readSavedFiles(month, source, told)
}

function explain(error: unknown, { month, source }: Request): Outcome {
  if (error instanceof UnreadableFileError) return { failure: error.message }
  if (error instanceof ApiError && error.code === 'not_found') return { failure: text.noDraw(monthName(month)) }
  return source === 'server' ? { failure: text.checkFailed, help: text.checkFailedHelp } : { failure: text.checkFailed }
}

/** Checks a draw, and any time stamps it has; few visitors need the code that reads them. */
async function checkAll(files: DrawFiles): Promise<Outcome> {
  const check = checkDraw(files)
  if (!files.stamps?.length) return { check, times: noTimes }
  const { checkTimes } = await import('@baobab/contract/scholarship/draw/check-times.ts')
  const { steps, ...times } = await checkTimes(check, files)
  return { check: { ...check, steps: [...check.steps, ...steps] }, times }
}

/** Runs a check once the page has been painted, because it keeps a slow phone busy for a moment. The latest run wins. */
function useCheck() {
  const [outcome, setOutcome] = useState<Outcome | undefined>()
  const runs = useRef(0)
  const run = async (request: Request) => {
    runs.current += 1
    const own = runs.current
    setOutcome(undefined)
    const found = await load(request)
      .then(async (files): Promise<Outcome> => {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return checkAll(files)
      })
      .catch((error: unknown) => explain(error, request))
    if (own === runs.current) setOutcome(found)
  }
  return { outcome, run }
}

/** Repeats a draw on the visitor's own device, step by step. */
export default function CheckPage() {
  const { month = '' } = useParams()
  const [search] = useSearchParams()
  const version = toDrawRequest(month, search).query.version
  const isStudent = useStudentSession() !== undefined
  // The address that admins send to a draw's witnesses.
  const isWitness = useLocation().hash === '#witness'
  const { outcome, run } = useCheck()
  const [{ source, told }, setChosen] = useState(published)
  /** Checks again with different files or a different message; what is not given stays the same. */
  function check(changes: Partial<Chosen> = {}) {
    const chosen = { source, told, ...changes }
    setChosen(chosen)
    void run({ month, version, ...chosen })
  }
  useEffect(() => {
    setChosen(published)
    void run({ month, version, ...published })
    // Runs once for each list; `run` is a new function on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [month, version])
  return (
    <div className={isStudent ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      <PageHead title={text.checkTitle(monthName(month))} lead={text.checkLead} />
      <div aria-live="polite">{outcome ? <ShownOutcome outcome={outcome} /> : <Checking />}</div>
      <div className="row">
        <Button onClick={() => check()}>{text.again}</Button>
        <Link className={buttonClass({ kind: 'line' })} to={paths.draw(month, version)}>
          {text.backToDraw}
        </Link>
      </div>
      {isWitness && <MakeSecret month={month} />}
      <OwnMessage onCheck={(message) => check({ told: message })} />
      <SavedFiles onFiles={(files) => check({ source: files })} />
    </div>
  )
}

function Checking() {
  return (
    <Loading text={text.checking}>
      <RowsSkeleton rows={5} />
    </Loading>
  )
}

function ShownOutcome({ outcome }: { outcome: Outcome }) {
  if ('check' in outcome) return <CheckOutcome check={outcome.check} times={outcome.times} />
  return (
    <Note kind="warn">
      <b>{outcome.failure}</b>
      {outcome.help !== undefined && <p>{outcome.help}</p>}
    </Note>
  )
}

/** Asks for what somebody on the list was told before the draw: the one thing that nobody can have changed since. */
function OwnMessage({ onCheck }: { onCheck: (told: Told) => void }) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const showFirstError = useFirstError()
  const check = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const told = readTold(value)
    setError(told ? undefined : text.noCode)
    showFirstError(event.currentTarget)
    if (told) onCheck(told)
  }
  return (
    <Card className="stack stack-3" aria-labelledby="own">
      <h2 className="card__h" id="own">
        {text.ownMessage}
      </h2>
      <form className="stack stack-3" onSubmit={check} noValidate>
        <TextArea
          label={text.message}
          hint={text.ownMessageHelp}
          error={error}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
        <p>
          <Button type="submit" kind="line">
            {text.compare}
          </Button>
        </p>
      </form>
    </Card>
  )
}

/** Checks files that were saved earlier, which needs no network. */
function SavedFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Card className="stack stack-3" aria-labelledby="saved">
      <h2 className="card__h" id="saved">
        {text.fromFiles}
      </h2>
      <p className="muted">{text.fromFilesHelp}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".txt,.json,.csv,.tsr,.zip"
        aria-label={text.chooseFiles}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Cleared, so that choosing the same files again fires a change event.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <p>
        <Button kind="line" onClick={() => input.current?.click()}>
          <Icon name="upload-simple" size="sm" />
          {text.chooseFiles}
        </Button>
      </p>
    </Card>
  )
}

const SECRET_BYTES = 32

/** Makes a witness's secret number on the witness's own device. Nothing is sent. */
function MakeSecret({ month }: { month: string }) {
  const [secret, setSecret] = useState<string>()
  return (
    <Card className="stack stack-3" aria-labelledby="witness">
      <h2 className="card__h" id="witness">
        {text.forWitnesses}
      </h2>
      <p className="muted">{text.forWitnessesHelp}</p>
      {secret === undefined ? (
        <p>
          <Button
            kind="line"
            onClick={() => setSecret(bytesToHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}
          >
            {text.makeSecret}
          </Button>
        </p>
      ) : (
        <Secret month={month} secret={secret} />
      )}
    </Card>
  )
}

function Secret({ month, secret }: { month: string; secret: string }) {
  const promise = commitmentTo({ month, secret })
  const save = () =>
    saveFile(`witness-${month}.txt`, 'text/plain', `${text.promise}: ${promise}\n${text.secretNumber}: ${secret}\n`)
  return (
    <>
      <h3>{text.promise}</h3>
      <p>{text.promiseHelp}</p>
      <Hash hash={promise} label={text.promise} />
      <h3>{text.secretNumber}</h3>
      <p>{text.secretNumberHelp}</p>
      <Hash hash={secret} label={text.secretNumber} />
      <p>
        <Button kind="line" onClick={save}>
          {text.saveBoth}
        </Button>
      </p>
    </>
  )
}
