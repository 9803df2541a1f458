/**
 * Shows a number on the icon of the installed app, where the browser has badges; nothing for 0, a dot without a number. Also
 * called by the service worker.
 */
export async function showAppBadge(count?: number): Promise<void> {
  const { setAppBadge }: Partial<Pick<NavigatorBadge, 'setAppBadge'>> = navigator
  await setAppBadge?.call(navigator, count).catch(() => undefined)
}
