import { commitmentTo } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Hash } from './hash-seal.tsx'
import { text } from './text.ts'

const SECRET_BYTES = 32

/** Makes the secret number of a witness on the witness's own device. Nothing of it is sent. */
export function MakeSecret({ month }: { month: string }) {
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
