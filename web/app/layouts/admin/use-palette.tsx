import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { useKeys } from './use-keys.ts'

/**
 * The keys of the admins' pages, and the dialogs that they open, whose code is loaded when one is opened.
 * @param role undefined until it is known: nothing can be found
 */
export function usePalette(role: AdminRole | undefined) {
  const palette = useOnDemand(async () => (await import('./palette.tsx')).Palette)
  const keyList = useOnDemand(async () => (await import('./key-list.tsx')).KeyList)
  const openPalette = () => {
    if (role) void palette.open()
  }
  const openKeyList = () => void keyList.open()
  useKeys({ onPalette: openPalette, onKeyList: openKeyList })
  const dialogs = (
    <>
      {role && palette.Loaded && <palette.Loaded role={role} onClose={palette.close} onKeyList={openKeyList} />}
      {keyList.Loaded && <keyList.Loaded onClose={keyList.close} />}
    </>
  )
  return { openPalette, dialogs }
}
