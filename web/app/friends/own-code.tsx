import { listFriends, makeFriendCode } from '@baobab/contract/friends/endpoints.ts'
import { formatFriendCode } from '@baobab/contract/friends/rules.ts'
import { useState } from 'react'
import { useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { paths } from '../paths.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

type Props = { code: string | null }

/** The student's own code, shown on tap: as text, and as a picture for another phone's camera. */
export function OwnCode({ code }: Props) {
  const { Loaded: QrCode, open, busyLabel } = useOnDemand(() => import('../ui/qr-code.tsx').then((one) => one.QrCode))
  const [isAsking, setAsking] = useState(false)
  const making = useApiMutation(makeFriendCode, { changes: [listFriends] })
  const make = () => toastResult(making.mutateAsync({}), text.codeFailed)
  const show = async () => {
    if (code !== null || (await make())) await open()
  }
  const address = code === null ? '' : new URL(paths.student.friendCode(code), location.href).href

  return (
    <Card className="stack stack-3" aria-labelledby="own-code">
      <h2 className="card__h" id="own-code">
        {text.ownTitle}
      </h2>
      <p className="small muted">{text.ownHelp}</p>
      {code !== null && QrCode ? (
        <>
          <p className="friend-code">{formatFriendCode(code)}</p>
          <QrCode content={address} label={text.qrLabel} />
          <div className="row">
            <Button kind="line" size="sm" onClick={() => void share(address)}>
              {text.send}
            </Button>
            <Button kind="quiet" size="sm" onClick={() => setAsking(true)}>
              {text.renew}
            </Button>
          </div>
          <Dialog
            isOpen={isAsking}
            title={text.renewQuestion}
            confirmLabel={text.renew}
            busyLabel={making.isPending && text.making}
            onConfirm={() => void make().then(() => setAsking(false))}
            onCancel={() => setAsking(false)}
          >
            {text.renewHelp}
          </Dialog>
        </>
      ) : (
        <div>
          <Button kind="line" busyLabel={making.isPending ? text.making : busyLabel} onClick={() => void show()}>
            {text.showCode}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Opens the phone's share sheet with the link, or copies it. */
async function share(url: string): Promise<void> {
  try {
    if ('share' in navigator) await navigator.share({ url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      toast(text.copied)
    }
  } catch {
    // The student closed the share sheet, or the browser does not allow it: the code is on the screen.
  }
}
