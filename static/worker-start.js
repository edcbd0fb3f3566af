
// The end of the worker's script: starts its program. What goes wrong here reaches the page as an `error` event of the
// Worker; a rejected promise alone would not.
{
  const report = (error) => setTimeout(() => { throw error; });
  addEventListener("unhandledrejection", (event) => report(event.reason));
  bloomscopeWorker({ module_or_path: self.bloomscopeCode ?? "worker.wasm" }).catch(report);
}
