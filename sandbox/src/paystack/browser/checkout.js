// Tells the page around the checkout's frame how things stand. The page around is ours, and nobody else hears it.
const { event, id, reference, accessCode, email, status } = document.body.dataset

function tell(type, more = {}) {
  if (window.parent === window) return
  const message = { source: 'sandbox-checkout', type, accessCode, reference, status, id: Number(id), ...more }
  window.parent.postMessage(message, window.location.origin)
}

tell(event, {
  customer: { email },
  message: event === 'error' ? 'There is no such transaction.' : event === 'success' ? 'Approved' : '',
})

// The key is pressed in here; the page around closes the frame.
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell('cancel')
})
