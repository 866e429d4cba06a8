// The page came drawn, so the client waits until that has been shown: it would only hold it up. Where nobody
// looks, nothing is ever shown, and it starts at once.
(function () {
  function start() {
    document.head.append(document.getElementById('client').content);
  }
  if (document.visibilityState === 'hidden') start();
  else
    requestAnimationFrame(function () {
      setTimeout(start, 0);
    });
})();
