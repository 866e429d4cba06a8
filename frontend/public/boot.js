// The page came drawn, so the client waits until that has been shown: it would only hold it up. Where nobody
// looks, nothing is ever shown, and it starts at once.
(function () {
  function start() {
    var client = document.createElement('script');
    client.type = 'module';
    client.crossOrigin = '';
    client.src = document.querySelector('link[data-client]').href;
    document.head.append(client);
  }
  if (document.visibilityState === 'hidden') start();
  else
    requestAnimationFrame(function () {
      setTimeout(start, 0);
    });
})();
