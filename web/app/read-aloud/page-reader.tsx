import { useReadAloud } from './use-read-aloud.ts'

/** The button that reads the page aloud, on devices that have a voice. With 'icon-btn' as `className` it shows only the icon. */
export function PageReader({ className }: { className?: string }) {
  const readAloud = useReadAloud()
  return readAloud ? <readAloud.ReadPage {...(className !== undefined && { className })} /> : null
}
