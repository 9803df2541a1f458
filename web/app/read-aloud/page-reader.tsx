import { useReadAloud } from './use-read-aloud.ts'

/** The button that reads the page aloud, on devices that have a voice. `className` is 'icon-btn' where there is room for the icon only. */
export function PageReader({ className }: { className?: string }) {
  const readAloud = useReadAloud()
  return readAloud ? <readAloud.ReadPage {...(className !== undefined && { className })} /> : null
}
