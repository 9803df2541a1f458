import { useEffect, useState, type ReactNode } from 'react'
import type { TabLogins } from '../shell/tab-logins.ts'
import type { OfferProps } from './continue-offer.tsx'

type Offered = Pick<OfferProps, 'takeLogin'> & { ContinueOffer: (props: OfferProps) => ReactNode }

/**
 * Returns the offer to continue with the login of another tab, once one was found. It is a live region, which is busy until the
 * other tabs have been asked.
 * @param load loads the script of the offer, which few visits need. If this fails, only the form is shown
 */
export function useContinueOffer(logins: TabLogins, load: () => Promise<Offered>, onContinue: () => void): ReactNode {
  const [isAsking, setAsking] = useState(true)
  const [offer, setOffer] = useState<Offered & Pick<OfferProps, 'found'>>()
  useEffect(() => {
    let isOpen = true
    const show = async () => {
      const found = await logins.find()
      if (found.length === 0) return
      const offered = await load()
      if (isOpen) setOffer({ ...offered, found })
    }
    void show()
      .catch(() => undefined)
      .then(() => isOpen && setAsking(false))
    return () => {
      isOpen = false
    }
  }, [logins, load])
  return (
    <div className="offer" role="status" aria-busy={isAsking}>
      {offer && <offer.ContinueOffer found={offer.found} takeLogin={offer.takeLogin} onContinue={onContinue} />}
    </div>
  )
}
