"""The table for people, and the verdict on the targets."""
import statistics


def _judge(target, figure, fastest):
    """(value, limit in words, whether it is met), by medians or by the fastest batches"""
    ours = figure.get("ours", {}).get("best" if fastest else "median")
    ratio = figure.get("best_ratio" if fastest else "ratio")
    if target.time_at_most:
        times = None if ratio is None else 1 / ratio
        return times, f"at most {target.time_at_most:g} x {target.than}'s time", (
            times is not None and times <= target.time_at_most)
    if target.at_least:
        return ratio, f"at least {target.at_least:g} x {target.than}", ratio is not None and ratio >= target.at_least
    if target.own_at_least:
        return ours, f"at least {target.own_at_least:g} {figure['unit']}", (
            ours is not None and ours >= target.own_at_least)
    return ours, f"at most {target.at_most:g} {figure['unit']}", ours is not None and ours <= target.at_most


def verdicts(targets, figures, planned, every_size=True, fastest=False):
    """One dictionary per target and figure. `planned` maps a benchmark to the PE counts it was to run on; a target that
    the plan includes and no figure answers counts as missed, but for a target on some sizes where not all were run."""
    result = []
    for target in targets:
        if target.bench not in planned:
            continue
        covered = [figure for figure in figures if target.covers(figure)]
        planned_pes = {pes for pes in planned[target.bench] if not target.pes or pes in target.pes}
        for figure in covered:
            value, limit, met = _judge(target, figure, fastest)
            result.append({"bench": target.bench, "metric": target.metric, "bytes": figure["bytes"],
                           "pes": figure["pes"], "limit": limit, "value": value, "met": met})
        if not every_size and target.limits_size():
            continue
        for pes in sorted(planned_pes - {figure["pes"] for figure in covered}):
            result.append({"bench": target.bench, "metric": target.metric, "bytes": None, "pes": pes,
                           "limit": "a figure", "value": None, "met": False})
    return result


def mean_verdicts(targets, figures, planned, fastest=False):
    """Like verdicts(); a mean is judged only if all benchmarks that it is taken over were to be measured."""
    result = []
    for target in targets:
        ratios = [figure["best_ratio" if fastest else "ratio"] for figure in figures if target.covers(figure)]
        if not set(target.benches) <= set(planned):
            continue
        value = statistics.geometric_mean(ratios) if ratios else None
        result.append({"bench": "geometric mean", "metric": f"of {len(ratios)} figures", "bytes": None, "pes": None,
                       "limit": f"at least {target.at_least:g} x {target.than}", "value": value,
                       "met": value is not None and value >= target.at_least})
    return result


def _number(value):
    return "-" if value is None else f"{value:,.2f}" if value < 1000 else f"{value:,.0f}"


def print_table(figures, verdict_list, sides):
    other = sides[1] if len(sides) > 1 else None
    marks = {(v["bench"], v["metric"], v["bytes"], v["pes"]): v for v in verdict_list}
    head = f"{'benchmark':<20} {'metric':<27} {'bytes':>8} {'PEs':>3} {'ours':>13}"
    if other:
        head += f" {other.heading:>13} {'ratio':>7} {'best':>7}"
    print(f"{head}  unit")
    for figure in figures:
        row = f"{figure['bench']:<20} {figure['metric']:<27} {figure['bytes'] or '':>8} {figure['pes']:>3}"
        row += f" {_number(figure.get('ours', {}).get('median')):>13}"
        if other:
            row += f" {_number(figure.get(other.label, {}).get('median')):>13}"
            row += f" {_number(figure.get('ratio')):>7} {_number(figure.get('best_ratio')):>7}"
        row += f"  {figure['unit']}, {figure['better']} is better"
        verdict = marks.get((figure["bench"], figure["metric"], figure["bytes"], figure["pes"]))
        if verdict and verdict["value"] is not None:
            row += f"  [{'met' if verdict['met'] else 'MISSED'}: {verdict['limit']}]"
        print(row)
    if other:
        print("ratio: above 1 ours is better, for times and for rates alike; best: the same of the fastest batches")


def means(figures, benches, metrics, ratio="ratio"):
    """Geometric means of the ratios: by benchmark, and over "all" of them."""
    ratios = {}
    for figure in figures:
        if figure["bench"] in benches and figure["metric"] in metrics and ratio in figure:
            ratios.setdefault(figure["bench"], []).append(figure[ratio])
    ratios["all"] = [value for values in ratios.values() for value in values]
    return {name: statistics.geometric_mean(values) for name, values in ratios.items() if values}


def print_means(figures, benches, metrics):
    for ratio, words in (("ratio", "ratio"), ("best_ratio", "best")):
        found = means(figures, benches, metrics, ratio)
        if found:
            print(f"geometric mean of {words}: " + ", ".join(f"{name} {_number(mean)}" for name, mean in found.items()))


def print_algorithms(figures, metrics, fastest=False):
    """Our algorithms side by side, the fastest with an asterisk; `ours` is what the library chooses by itself."""
    forced_ones = [figure for figure in figures if figure.get("algorithms") and figure["metric"] in metrics]
    value = "best" if fastest else "median"
    for bench in dict.fromkeys(figure["bench"] for figure in forced_ones):
        rows = [figure for figure in forced_ones if figure["bench"] == bench]
        names = list(dict.fromkeys(name for figure in rows for name in figure["algorithms"]))
        width = max(12, *(len(name) + 1 for name in names))
        print(f"{'algorithms of ' + bench:<32} {'bytes':>8} {'PEs':>3} {'ours':>12}"
              + "".join(f" {name:>{width}}" for name in names) + f"  {rows[0]['unit']}")
        for figure in rows:
            forced = {name: measured[value] for name, measured in figure["algorithms"].items()}
            best = min(forced, key=forced.get)
            cells = [_number(forced.get(name)) + ("*" if name == best else " ") for name in names]
            print(f"{figure['metric']:<32} {figure['bytes'] or '':>8} {figure['pes']:>3} "
                  f"{_number(figure.get('ours', {}).get(value)):>12}"
                  + "".join(f" {cell:>{width}}" for cell in cells))


def print_missed(verdict_list):
    """Prints what was missed and returns how many."""
    missed = [verdict for verdict in verdict_list if not verdict["met"]]
    for verdict in missed:
        where = f"{verdict['bench']} {verdict['metric']}"
        if verdict["bytes"]:
            where += f" {verdict['bytes']} bytes"
        if verdict["pes"]:
            where += f" {verdict['pes']} PEs"
        print(f"missed: {where}: wanted {verdict['limit']}, got {_number(verdict['value'])}")
    print(f"targets: {len(verdict_list) - len(missed)} of {len(verdict_list)} met")
    return len(missed)
