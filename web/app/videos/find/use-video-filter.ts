import { useCallback, useMemo } from 'react'
import { clearVideoFilter, readVideoFilter, writeVideoFilter, type VideoFilter } from './video-filter.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'

/** The filter in the address. Changing it replaces the address, so that Back leaves the page. */
export function useVideoFilter() {
  const [params, setParams] = useAddressParams()
  const filter = useMemo(() => readVideoFilter(params), [params])
  const change = useCallback(
    (changes: Partial<VideoFilter>) =>
      setParams((before) => writeVideoFilter(before, changes), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const clear = useCallback(
    () => setParams((before) => clearVideoFilter(before), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return { filter, change, clear }
}
