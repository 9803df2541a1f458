// Posts the checkout's state to the page around its frame. Only the product's page receives it.
const { event, id, reference, accessCode, email, status } = document.body.dataset

function post(type, more = {}) {
  if (window.parent === window) return
  const message = { source: 'sandbox-checkout', type, accessCode, reference, status, id: Number(id), ...more }
  window.parent.postMessage(message, window.location.origin)
}

post(event, {
  customer: { email },
  message: event === 'error' ? 'There is no such transaction.' : event === 'success' ? 'Approved' : '',
})

// If Escape is pressed in the frame, the surrounding page closes it.
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') post('cancel')
})
