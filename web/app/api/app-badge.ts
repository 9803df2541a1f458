/**
 * Shows a number on the installed app's icon if the browser supports badges: nothing for 0, a dot if there is no number. Also called by the
 * service worker.
 */
export async function showAppBadge(count?: number): Promise<void> {
  const device: Partial<NavigatorBadge> = navigator
  await device.setAppBadge?.(count).catch(() => undefined)
}
