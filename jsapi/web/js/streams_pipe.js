// This file connects streams: pipeTo, pipeThrough and tee.
(function (host) {
  const { deferred, description, handled, invalidState, nothing, wrongType } = host.require("streams_shared");
  const readable = host.require("streams");
  const writable = host.require("streams_writable");

  const isSignal = (value) => value !== null && typeof value === "object" && "aborted" in value;

  function optionsOf(options) {
    const { preventClose, preventAbort, preventCancel, signal } = description("options", options === null ? undefined : options);
    if (signal !== undefined && !isSignal(signal)) throw wrongType("options.signal", "an instance of AbortSignal", signal);
    return { preventClose: Boolean(preventClose), preventAbort: Boolean(preventAbort), preventCancel: Boolean(preventCancel), signal };
  }

  function pipeTo(source, destination, options) {
    try {
      if (!writable.isStream(destination)) throw wrongType("transform.writable", "an instance of WritableStream", destination);
      const checked = optionsOf(options);
      if (source.locked) throw invalidState("The ReadableStream is locked");
      if (destination.locked) throw invalidState("The WritableStream is locked");
      return pipe(readable.stateOf(source), writable.stateOf(destination), checked);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function pipeThrough(source, transform, options) {
    const from = transform === undefined || transform === null ? undefined : transform.readable;
    if (!readable.isStream(from)) throw wrongType("transform.readable", "an instance of ReadableStream", from);
    const to = transform.writable;
    if (!writable.isStream(to)) throw wrongType("transform.writable", "an instance of WritableStream", to);
    const checked = optionsOf(options);
    if (source.locked) throw invalidState("The ReadableStream is locked");
    if (to.locked) throw invalidState("The WritableStream is locked");
    handled(pipe(readable.stateOf(source), writable.stateOf(to), checked));
    return from;
  }

  function pipe(source, dest, { preventClose, preventAbort, preventCancel, signal }) {
    const reader = readable.acquire(source);
    const writer = writable.acquire(dest);
    source.disturbed = true;
    const done = deferred();
    let ending = false;
    let lastWrite = Promise.resolve();
    let listening;

    function finish(failed, error) {
      writable.release(writer);
      readable.release(reader);
      if (listening) signal.removeEventListener("abort", listening);
      if (failed) done.reject(error);
      else done.resolve();
    }
    // Waits until everything that was read is written.
    async function written() {
      const write = lastWrite;
      try {
        await write;
      } catch (error) { /* the destination knows */ }
      if (write !== lastWrite) await written();
    }
    function end(failed, error, action = undefined) {
      if (ending) return;
      ending = true;
      const rest = () => {
        if (action === undefined) return finish(failed, error);
        return action().then(() => finish(failed, error), (other) => finish(true, other));
      };
      if (dest.state === "writable" && !writable.closing(dest)) written().then(rest);
      else rest();
    }
    function abort() {
      const { reason } = signal;
      end(true, reason, () => {
        const actions = [];
        if (!preventAbort) actions.push(dest.state === "writable" ? writable.abort(dest, reason) : Promise.resolve());
        if (!preventCancel) actions.push(source.state === "readable" ? readable.cancel(source, reason) : Promise.resolve());
        return Promise.all(actions);
      });
    }

    if (signal !== undefined) {
      if (signal.aborted) {
        abort();
        return done.promise;
      }
      listening = abort;
      signal.addEventListener("abort", listening);
    }
    const sourceFailed = (error) => end(true, error, preventAbort ? undefined : () => writable.abort(dest, error));
    const destFailed = (error) => end(true, error, preventCancel ? undefined : () => readable.cancel(source, error));
    const sourceClosed = () => end(false, undefined, preventClose ? undefined : () => writable.closeWithErrors(dest));
    if (source.state === "errored") sourceFailed(source.error);
    else reader.closed.promise.then(undefined, sourceFailed);
    if (dest.state === "errored") destFailed(dest.error);
    else writer.closed.promise.then(undefined, destFailed);
    if (source.state === "closed") sourceClosed();
    else reader.closed.promise.then(sourceClosed, nothing);
    if (writable.closing(dest) || dest.state === "closed") {
      const closed = invalidState("Destination WritableStream is closed");
      end(true, closed, preventCancel ? undefined : () => readable.cancel(source, closed));
    }

    async function step() {
      if (ending) return true;
      await writer.ready.promise;
      return new Promise((resolve, reject) => {
        if (reader.stream === undefined) return resolve(true);
        readable.read(source, {
          chunk(value) {
            lastWrite = writable.write(dest, value);
            handled(lastWrite);
            resolve(false);
          },
          close() { resolve(true); },
          error: reject,
        });
      });
    }
    async function run() {
      while (!(await step()));
    }
    handled(run());
    return done.promise;
  }

  function tee(source) {
    const reader = readable.acquire(source);
    source.disturbed = true;
    let reading = false;
    let again = false;
    const cancelled = [false, false];
    const reasons = [undefined, undefined];
    const branches = [];
    const ended = deferred();
    const live = (f) => branches.forEach((branch, i) => { if (!cancelled[i]) f(branch, i); });
    const close = (branch) => { if (readable.open(branch)) readable.finishQueue(branch); };

    const pull = () => {
      if (reading) {
        again = true;
        return Promise.resolve();
      }
      reading = true;
      readable.read(source, {
        chunk(value) {
          queueMicrotask(() => {
            again = false;
            live((branch, i) => {
              if (readable.open(branch)) readable.enqueue(branch, source.bytes && i === 1 ? value.slice() : value);
            });
            reading = false;
            if (again) pull();
          });
        },
        close() {
          reading = false;
          live(close);
          if (!(cancelled[0] && cancelled[1])) ended.resolve();
        },
        error() { reading = false; },
      });
      return Promise.resolve();
    };
    const streams = [0, 1].map((i) => {
      const { stream, s } = readable.make({
        pull,
        cancel(reason) {
          cancelled[i] = true;
          reasons[i] = reason;
          if (cancelled[1 - i]) ended.resolve(readable.cancel(source, reasons));
          return ended.promise;
        },
        limit: source.bytes ? 0 : 1,
        bytes: source.bytes,
      });
      branches.push(s);
      return stream;
    });
    reader.closed.promise.then(undefined, (error) => {
      branches.forEach((branch) => readable.fail(branch, error));
      if (!(cancelled[0] && cancelled[1])) ended.resolve();
    });
    return streams;
  }

  return { pipe, pipeThrough, pipeTo, tee };
})
